import { AppError, isAppError } from '@latchkey/protocol'
import { type CodeStep, createCodeStep } from '../../login/createCodeStep.ts'
import type { ProviderStep } from '../../login/createProviderStep.ts'
import type { Caller } from '../../session/Caller.ts'
import type { StepUp } from '../../session/stepUp.ts'

/** The question before the user. */
export type Question = {
  /** The purpose of the proof, in words. */
  readonly why: string
  readonly step: CodeStep<unknown> | ProviderStep
  readonly leave: () => void
}

export type StepUpPrompt = {
  /**
   * Runs `work`. If a service rejects it with STEP_UP_REQUIRED, asks the user for a step-up and runs it again. One question at
   * a time; a second one waits for the first. Fails as `work` does, with USER_REJECTED when the user leaves, ABORTED when the
   * session ends.
   */
  run<result>(caller: Caller, why: string, work: () => Promise<result>): Promise<result>
  /**
   * Puts a step of the caller's before the user, for actions with their own proofs. Fails with USER_REJECTED when they leave,
   * ABORTED when the session ends.
   */
  prove<result>(why: string, step: CodeStep<result> | ProviderStep<result>): Promise<result>
  current(): Question | null
  subscribe(onChange: () => void): () => void
  /** Ends the question: its user is gone. */
  end(): void
}

export type StepUpPromptDeps = {
  stepUp: Pick<StepUp, 'mailCode' | 'confirm'>
  /** Returns the step-up of a user who has signed in at a provider; null for one who is mailed a code. */
  atProvider: (caller: Caller) => Promise<ProviderStep<void> | null>
  /** Returns the user's own address, to which the code is mailed. */
  email: (caller: Caller) => Promise<string | null>
  /** Milliseconds since 1970. */
  now: () => number
}

/** Creates the step-up prompt: any action may await it, and one dialog shows it. It uses the user's own sign-in method. */
export const createStepUpPrompt = ({ stepUp, atProvider, email, now }: StepUpPromptDeps): StepUpPrompt => {
  let question: Question | null = null
  /** The last step that was started, and is not finished. */
  let begun: { caller: Caller; step: CodeStep<void> | ProviderStep<void> } | null = null
  let controller = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  const subscribers = new Set<() => void>()
  const show = (next: Question | null): void => {
    question = next
    for (const notify of subscribers) notify()
  }

  const begin = async (caller: Caller): Promise<CodeStep<void> | ProviderStep<void>> => {
    const provider = await atProvider(caller)
    if (provider !== null) return provider
    const step = createCodeStep<void>({
      email: (await email(caller)) ?? '',
      proving: {
        start: async () => ({ kind: 'code', resendInSeconds: await stepUp.mailCode(caller) }),
        finish: (code) => stepUp.confirm(caller, code),
      },
      now,
    })
    void step.send()
    return step
  }
  /** After leaving and coming back: the mailed code is still valid, until another may be sent. */
  const isGoodStill = (step: CodeStep<void> | ProviderStep<void>): boolean => {
    if ('provider' in step) return false
    const { isMailed, busy, resendAtMs } = step.state()
    return busy === 'sending' || (isMailed && busy === null && resendAtMs !== null && resendAtMs > now())
  }

  const prove = async <result>(why: string, step: CodeStep<result> | ProviderStep<result>): Promise<result> => {
    const mine = new AbortController()
    controller = mine
    show({ why, step, leave: () => mine.abort(new AppError('USER_REJECTED')) })
    try {
      return await step.wait(mine.signal)
    } finally {
      show(null)
    }
  }

  const ask = async (caller: Caller, why: string): Promise<void> => {
    if (begun?.caller !== caller || !isGoodStill(begun.step)) begun = { caller, step: await begin(caller) }
    await prove(why, begun.step)
    begun = null
  }

  /** Asks and runs `work` again; work that waited for another question may no longer need its own. */
  const inTurn = async <result>(caller: Caller, why: string, work: () => Promise<result>): Promise<result> => {
    try {
      return await work()
    } catch (error) {
      if (!isAppError(error, 'STEP_UP_REQUIRED')) throw error
    }
    await ask(caller, why)
    return await work()
  }

  return {
    run(caller, why, work) {
      const mine = last.then(() => inTurn(caller, why, work))
      last = mine.catch(() => undefined)
      return mine
    },
    prove(why, step) {
      const mine = last.then(() => prove(why, step))
      last = mine.catch(() => undefined)
      return mine
    },
    current: () => question,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    end() {
      begun = null
      controller.abort(new AppError('ABORTED'))
    },
  }
}
