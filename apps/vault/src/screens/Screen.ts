import type { Builder } from './builder.ts'
import type { Answer, Question, QuestionKind } from './questions.ts'

/** What a screen may use of its surroundings. */
export type ScreenTools<kind extends QuestionKind> = {
  window: Window
  build: Builder
  /** Answer the question. `buffers` are given away, so that no copy stays here. */
  answer(answer: Answer<kind>, buffers?: ArrayBuffer[]): void
  /** The person wants none of it. */
  decline(): void
  /**
   * Derive the secret of a passphrase in a worker of its own. Overwrites `passphrase`. Rejects when the worker cannot be
   * loaded, and with the signal's reason.
   */
  derive(passphrase: Uint8Array<ArrayBuffer>, salt: ArrayBuffer): Promise<ArrayBuffer>
}

/** One question, drawn. */
export type Screen<kind extends QuestionKind> = {
  /** A `main` with the screen's heading in it. */
  element: HTMLElement
  /** Where the person goes on. */
  focus(): void
  /** The same kind of question once more, as what was answered was not right; what was typed stays to be mended. */
  askAgain(question: Question<kind>): void
  /** Empty the fields and end what listens. Nothing is called afterwards. */
  close(): void
}

export type MakeScreen<kind extends QuestionKind> = (question: Question<kind>, tools: ScreenTools<kind>) => Screen<kind>
