import type { Builder } from './builder.ts'
import type { Answer, Question, QuestionKind } from './questions.ts'

/** A screen's access to its environment. */
export type ScreenTools<kind extends QuestionKind> = {
  window: Window
  build: Builder
  /** Answers the question. `buffers` are transferred, so that no copy stays here. */
  answer(answer: Answer<kind>, buffers?: ArrayBuffer[]): void
  /** The user declines. */
  decline(): void
  /**
   * Derives a passphrase's secret in a dedicated worker. Overwrites `passphrase`. Rejects when the worker cannot be loaded, and with the
   * signal's reason.
   */
  derive(passphrase: Uint8Array<ArrayBuffer>, salt: ArrayBuffer): Promise<ArrayBuffer>
}

/** One rendered question. */
export type Screen<kind extends QuestionKind> = {
  /** A `main` with the screen's heading in it. */
  element: HTMLElement
  /** Focuses the next input. */
  focus(): void
  /** Asks the same kind of question again, after a wrong answer; the input stays to be corrected. */
  askAgain(question: Question<kind>): void
  /** Empties the fields and removes listeners. No method is called afterwards. */
  close(): void
}

export type MakeScreen<kind extends QuestionKind> = (question: Question<kind>, tools: ScreenTools<kind>) => Screen<kind>
