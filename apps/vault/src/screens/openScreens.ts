import * as z from 'zod/mini'
import type { KdfInput } from '../kdf/worker.ts'
import { builderFor } from './builder.ts'
import { confirm } from './confirm.ts'
import { createPasskey } from './createPasskey.ts'
import { dress } from './dress.ts'
import { enterPassphrase } from './enterPassphrase.ts'
import { importSecret } from './importSecret.ts'
import { type QuestionKind, questions } from './questions.ts'
import { reveal } from './reveal.ts'
import type { MakeScreen, Screen, ScreenTools } from './Screen.ts'
import { type ScreenAnswer, screenRequest } from './screenMessages.ts'
import { setPassphrase } from './setPassphrase.ts'
import { usePasskey } from './usePasskey.ts'
import { wipeBuffers } from './wipeBuffers.ts'

/** The document's end of the channel to the worker: shows a question, and answers it once. */
export type Screens = {
  /** Takes a message of the worker; invalid or forbidden ones are dropped, and their buffers are overwritten. */
  receive(data: unknown): void
}

export type ScreenSurroundings = {
  window: Window
  /** Whether the wallet is a top-level window, not inside another site's page. */
  isOwnWindow: boolean
  startKdf(): Worker
  reply(answer: ScreenAnswer, buffers: ArrayBuffer[]): void
  /** Reports that a screen needs this height in CSS pixels; null: there is none. */
  tell(height: number | null): void
}

export type OpenScreens = (surroundings: ScreenSurroundings) => Screens

const makers: { [kind in QuestionKind]: MakeScreen<kind> } = {
  setPassphrase,
  enterPassphrase,
  createPasskey,
  usePasskey,
  import: importSecret,
  confirm,
  reveal,
}

/** Questions that an embedding page could misrepresent, or have confirmed unseen. */
const inOwnWindow: ReadonlySet<QuestionKind> = new Set(['confirm', 'reveal'])

type Shown = { kind: QuestionKind; screen: Screen<QuestionKind>; ending: AbortController; stopMeasuring(): void }

export const openScreens: OpenScreens = ({ window, isOwnWindow, startKdf, reply, tell }) => {
  const { document } = window
  const wear = dress(window)
  /** The question that waits for its answer. */
  let asked: number | null = null
  let shown: Shown | null = null

  const settle = (outcome: { answer: unknown } | { refused: 'USER_REJECTED' }, buffers: ArrayBuffer[] = []): void => {
    if (asked === null) return
    reply({ id: asked, ...outcome }, buffers)
    asked = null
  }
  const leave = (): void => {
    if (shown === null) return
    const { screen, ending, stopMeasuring } = shown
    shown = null
    asked = null
    stopMeasuring()
    ending.abort()
    screen.close()
    screen.element.remove()
    tell(null)
  }
  const measure = (element: HTMLElement): (() => void) => {
    const observer = new ResizeObserver(() => tell(Math.ceil(element.getBoundingClientRect().height)))
    observer.observe(element)
    // A hidden frame could not take the focus when the screen was made.
    const onFocus = (): void => {
      if (document.activeElement === document.body) shown?.screen.focus()
    }
    window.addEventListener('focus', onFocus)
    return () => {
      observer.disconnect()
      window.removeEventListener('focus', onFocus)
    }
  }
  const show = (kind: QuestionKind, question: never): void => {
    const ending = new AbortController()
    const tools: ScreenTools<QuestionKind> = {
      window,
      build: builderFor(document),
      answer: (answer, buffers) => settle({ answer }, buffers),
      decline: () => settle({ refused: 'USER_REJECTED' }),
      derive: (passphrase, salt) => derive(startKdf, { passphrase: passphrase.buffer, salt }, ending.signal),
    }
    const screen = makers[kind](question, tools) as Screen<QuestionKind>
    document.body.append(screen.element)
    tell(0)
    shown = { kind, screen, ending, stopMeasuring: measure(screen.element) }
    screen.focus()
  }

  return {
    receive(data) {
      const request = screenRequest.safeParse(data)
      if (!request.success) return wipeBuffers(data)
      if (request.data.type === 'leave') return leave()
      const { id, kind, appearance } = request.data
      const question = z.safeParse<z.ZodMiniType>(questions[kind].question, request.data.question)
      if (!question.success || asked !== null) return wipeBuffers(data)
      if (inOwnWindow.has(kind) && !isOwnWindow) {
        wipeBuffers(data)
        return reply({ id, refused: 'UNAUTHORIZED' }, [])
      }
      wear(appearance)
      if (shown?.kind !== kind) {
        leave()
        show(kind, question.data as never)
      } else shown.screen.askAgain(question.data as never)
      asked = id
    },
  }
}

/** Runs one derivation in a dedicated worker, which is then ended: its memory goes too. */
const derive = (startKdf: () => Worker, input: KdfInput, signal: AbortSignal): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const worker = startKdf()
    const end = (settleIt: () => void): void => {
      worker.terminate()
      settleIt()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => end(() => resolve(data)))
    worker.addEventListener('error', () => end(() => reject(new Error('The worker failed'))))
    signal.addEventListener('abort', () => end(() => reject(signal.reason)))
    // The passphrase is transferred, not copied; the salt is needed again.
    worker.postMessage(input, [input.passphrase])
  })
