/** A document in a tab: the common interface of the Chromium and Firefox drivers. */
export type Realm = {
  url(): string
  evaluate<argument, result>(
    work: (argument: argument) => result | Promise<result>,
    argument: argument,
  ): Promise<result>
}

/** A tab of a real browser. */
export type Tab = Realm & {
  goto(url: string): Promise<void>
  /** All documents, the top one first. */
  realms(): Realm[]
  /** A real click, in CSS pixels of the tab's viewport. */
  click(x: number, y: number): Promise<void>
  close(): Promise<void>
}
