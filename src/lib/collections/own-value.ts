// Looks something up in a table by a name that others chose: what every object has by itself (`constructor`, `toString`) is not in it.

export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
