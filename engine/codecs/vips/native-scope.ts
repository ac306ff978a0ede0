interface Deletable {
  delete(): void;
}

/** Native objects of one job: everything kept here is freed, the last first, when the scope ends. */
export class NativeScope {
  readonly #kept: Deletable[] = [];

  keep<T extends Deletable>(object: T): T {
    this.#kept.push(object);
    return object;
  }

  [Symbol.dispose](): void {
    for (const object of this.#kept.reverse()) object.delete();
    this.#kept.length = 0;
  }
}
