// A map that is emptied when it is full: for what is cheap to find again, so that nothing grows without an end.

export class BoundedMap<Key, Value> extends Map<Key, Value> {
  private readonly max: number;

  constructor(max: number) {
    super();
    this.max = max;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.max && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
