// Who may have one more of a number of places that are held for long: nobody takes more of what others have left than they leave.

export interface Places {
  /** How many whoever asks has already, how many all have, and how many there are. */
  own: number;
  taken: number;
  total: number;
}

/**
 * Whoever is alone has half of the places at the most, the next half of what is left, and so on: the first two can't take everything from the
 * third, and whoever has none yet gets the last.
 */
export function leavesHalf({ own, taken, total }: Places): boolean {
  return own < total - taken;
}
