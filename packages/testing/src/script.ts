import { RpcError } from './RpcError.ts'

/**
 * How the user of the wallet, or the wallet itself, handles a dapp's requests.
 *
 * - `approve`: confirms. So does a wallet without a script.
 * - `reject`: rejects.
 * - `neverAnswer`: never answers.
 * - `locked`: the wallet is locked. It grants no accounts, disconnects until it is unlocked by another script, and rejects what needs a
 *   user.
 * - `unknownChain`: the wallet doesn't know any chain that it is asked to switch to (4902), not even one that was just added.
 * - `wrongChain`: the wallet reports a switch to another chain, and stays where it is.
 * - `swapAccount`: the user changes to the next account during the request, and then confirms.
 * - `disconnect`: the user disconnects the site during the request.
 * - `throwNonError`: the wallet rejects with something that is not an error: a string, nothing, a number, a bare object, in turn.
 * - `answerRubbish`: the wallet resolves with an invalid answer, in turn.
 */
export type Script = (typeof scripts)[number]

export const scripts = [
  'approve',
  'reject',
  'neverAnswer',
  'locked',
  'unknownChain',
  'wrongChain',
  'swapAccount',
  'disconnect',
  'throwNonError',
  'answerRubbish',
] as const

/** A dapp's request to a wallet, by its meaning. All but `read` need the user. */
export type Act = 'connect' | 'sign' | 'send' | 'switch' | 'add' | 'read'

export type ScriptOptions = {
  /** The requests that the script is about; all that need the user when absent. */
  readonly of?: Act | readonly Act[]
  /** The number of requests after which the wallet approves again; never when absent. */
  readonly times?: number
}

/** A wallet type's actions and answers while it follows a script. */
export type Manners = {
  rejected(): unknown
  locked(): unknown
  ended(): unknown
  /** Changes to the next account, and notifies the sites. */
  swapAccount(): void
  /** Disconnects, and notifies the sites. */
  end(): void
  /** The wallet was locked or unlocked. */
  lockChanged(isLocked: boolean): void
}

const needPerson: readonly Act[] = ['connect', 'sign', 'send', 'switch', 'add']
const nonErrors: readonly unknown[] = ['No', undefined, null, 42, {}, { reason: 'none' }, [], false]
const rubbish: readonly unknown[] = [null, 42, 'rubbish', [], {}, [null], ['rubbish'], { accounts: 'rubbish' }, true]

/** One wallet's script, and its handling of each request. */
export const createPlay = (manners: Manners) => {
  let script: Script = 'approve'
  let acts: readonly Act[] = needPerson
  let left = Number.POSITIVE_INFINITY
  let turn = 0

  const isLocked = (): boolean => script === 'locked'
  const follow = (next: Script): void => {
    const wasLocked = isLocked()
    script = next
    if (isLocked() !== wasLocked) manners.lockChanged(isLocked())
  }
  const never = (): Promise<never> => new Promise(() => undefined)

  return {
    isLocked,
    script(next: Script, { of = needPerson, times = Number.POSITIVE_INFINITY }: ScriptOptions = {}): void {
      acts = typeof of === 'string' ? [of] : of
      left = times
      turn = 0
      follow(next)
    },
    /**
     * Handles one request by the script. `work` does what an honest wallet does, `pretend` returns the same result without doing it.
     * Rejects with the error for the dapp.
     */
    async perform(act: Act, work: () => Promise<unknown>, pretend: unknown = null): Promise<unknown> {
      const now = acts.includes(act) ? script : 'approve'
      if (now !== 'approve') {
        left -= 1
        if (left <= 0) follow('approve')
      }
      switch (now) {
        case 'approve':
          return work()
        case 'reject':
          throw manners.rejected()
        case 'neverAnswer':
          return never()
        case 'locked':
          throw manners.locked()
        case 'unknownChain':
          if (act === 'switch') throw new RpcError(4902, 'Unrecognized chain ID. Try adding the chain first.')
          return work()
        case 'wrongChain':
          return act === 'switch' ? pretend : work()
        case 'swapAccount':
          manners.swapAccount()
          return work()
        case 'disconnect':
          manners.end()
          throw manners.ended()
        case 'throwNonError':
          throw nonErrors[turn++ % nonErrors.length]
        case 'answerRubbish':
          return rubbish[turn++ % rubbish.length]
      }
    },
  }
}
