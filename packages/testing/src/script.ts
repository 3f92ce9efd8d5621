import { RpcError } from './RpcError.ts'

/**
 * What the person at the wallet, or the wallet itself, does with what a dapp asks.
 *
 * - `approve`: agrees. So does a wallet without a script.
 * - `reject`: declines.
 * - `neverAnswer`: nothing happens, ever.
 * - `locked`: the wallet is locked. It gives no accounts, ends what is connected until it is unlocked by another script, and
 *   refuses what needs a person.
 * - `unknownChain`: the wallet knows no chain that it is asked to go to (4902), not even one that was just added.
 * - `wrongChain`: the wallet says that it went to another chain, and stays where it is.
 * - `swapAccount`: the person changes to the next account in the middle, and then agrees.
 * - `disconnect`: the person disconnects the site in the middle.
 * - `throwNonError`: the wallet rejects with something that is not an error: a string, nothing, a number, a bare object, in turn.
 * - `answerRubbish`: the wallet resolves with something that is not an answer, in turn.
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

/** What a dapp asks of a wallet, by what it means. All but `read` need the person. */
export type Act = 'connect' | 'sign' | 'send' | 'switch' | 'add' | 'read'

export type ScriptOptions = {
  /** What the script is about; everything that needs the person when absent. */
  readonly of?: Act | readonly Act[]
  /** After how many acts the wallet approves again; never when absent. */
  readonly times?: number
}

/** What a kind of wallet says and does while it follows a script. */
export type Manners = {
  rejected(): unknown
  locked(): unknown
  ended(): unknown
  /** Change to the next account, and tell the sites. */
  swapAccount(): void
  /** End what is connected, and tell the sites. */
  end(): void
  /** The wallet was locked or unlocked. */
  lockChanged(isLocked: boolean): void
}

const needPerson: readonly Act[] = ['connect', 'sign', 'send', 'switch', 'add']
const nonErrors: readonly unknown[] = ['No', undefined, null, 42, {}, { reason: 'none' }, [], false]
const rubbish: readonly unknown[] = [null, 42, 'rubbish', [], {}, [null], ['rubbish'], { accounts: 'rubbish' }, true]

/** One wallet's script, and what it makes of each act. */
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
     * Does one act as the script says. `work` is what an honest wallet does, `pretend` what one answers that only says so.
     * Rejects with what a dapp gets to see.
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
