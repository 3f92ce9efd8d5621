import type { EvmAddress } from '../address/evmAddress.ts'
import type { DecodedCall } from '../calldata/decodeCall.ts'
import type { Effect } from '../calldata/effectsOf.ts'
import { findLookalike } from './findLookalike.ts'

/** A risk of a transaction that the user should know; each kind has one severity. */
export type TransactionRisk =
  | { kind: 'lookalike'; address: EvmAddress; of: EvmAddress }
  | { kind: 'unlimitedAllowance'; spender: EvmAddress }
  | { kind: 'wholeCollection'; operator: EvmAddress }
  | { kind: 'allowanceToAccount'; spender: EvmAddress }
  | { kind: 'sendToZero' }
  | { kind: 'sendToTokenContract'; token: EvmAddress }
  | { kind: 'noCode'; address: EvmAddress }
  /**
   * The called contract, a token or a spender couldn't be identified. The caller that does the lookup reports this, not
   * `assessTransaction`.
   */
  | { kind: 'notLookedUp' }
  | { kind: 'unreadable' }
  | { kind: 'standingAllowance'; spender: EvmAddress }
  | { kind: 'largeShare'; percent: number }
  | { kind: 'highFee'; percent: number }
  | { kind: 'firstTime'; address: EvmAddress; isFirstEver: boolean }
  | { kind: 'sendToSelf' }

/** Danger: permanent loss. Warning: often a mistake. Info: useful to know. */
export type Severity = 'danger' | 'warning' | 'info'

/** The kinds by importance, each with its severity. */
export const riskSeverity = {
  lookalike: 'danger',
  unlimitedAllowance: 'danger',
  wholeCollection: 'danger',
  allowanceToAccount: 'danger',
  sendToZero: 'danger',
  sendToTokenContract: 'danger',
  noCode: 'danger',
  notLookedUp: 'warning',
  unreadable: 'warning',
  standingAllowance: 'warning',
  largeShare: 'warning',
  highFee: 'warning',
  firstTime: 'info',
  sendToSelf: 'info',
} as const satisfies Record<TransactionRisk['kind'], Severity>

/** The facts to assess. Unknown facts are absent, and cause no risk. */
export type RiskFacts = {
  account: EvmAddress
  call: DecodedCall
  effects: readonly Effect[]
  /** Returns whether an address has code on this network. */
  hasCode: (address: EvmAddress) => boolean | undefined
  /** Addresses that the account has transacted with before, as far as this device knows; absent if unknown. */
  known?: readonly EvmAddress[]
  /** Number of transactions that the account has sent on this network. */
  sent?: number
  /** The user's account of the other type: assets sent there stay theirs. */
  own?: EvmAddress
  balanceWei?: bigint
  maxFeeWei?: bigint
}

const zero: string = '0x0000000000000000000000000000000000000000'
/** The percentage of a balance above which a transfer is unusual, and of an amount above which a fee is. */
const largeSharePercent = 80n
const highFeePercent = 20n

/** Returns all risks of a transaction, worst first; one of a kind for each address. */
export function assessTransaction(facts: RiskFacts): readonly TransactionRisk[] {
  const order = Object.keys(riskSeverity)
  return [...assessEffects(facts), ...assessCall(facts), ...assessCosts(facts), ...assessAddresses(facts)].sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind),
  )
}

function assessEffects({ account, effects, hasCode }: RiskFacts): readonly TransactionRisk[] {
  return unique(
    effects.flatMap((effect): TransactionRisk[] => {
      switch (effect.kind) {
        case 'allow': {
          const { spender, amount, unlimited } = effect
          if (amount === 0n) return []
          return [
            ...(hasCode(spender) === false ? [{ kind: 'allowanceToAccount', spender } as const] : []),
            unlimited ? { kind: 'unlimitedAllowance', spender } : { kind: 'standingAllowance', spender },
          ]
        }
        case 'allowAll':
          return [
            ...(hasCode(effect.operator) === false
              ? [{ kind: 'allowanceToAccount', spender: effect.operator } as const]
              : []),
            { kind: 'wholeCollection', operator: effect.operator },
          ]
        case 'send':
        case 'sendItems': {
          const contract = effect.kind === 'send' ? effect.asset : effect.collection
          if (effect.to === zero) return [{ kind: 'sendToZero' }]
          if (effect.to === contract) return [{ kind: 'sendToTokenContract', token: effect.to }]
          return effect.to === account ? [{ kind: 'sendToSelf' }] : []
        }
        default:
          return []
      }
    }),
  )
}

function assessCall({ call, effects, hasCode }: RiskFacts): readonly TransactionRisk[] {
  if (call.data === '0x') return []
  if (hasCode(call.to) === false) return [{ kind: 'noCode', address: call.to }]
  return call.fn === null && effects.length === 0 ? [{ kind: 'unreadable' }] : []
}

function assessCosts({ call, own, balanceWei, maxFeeWei }: RiskFacts): readonly TransactionRisk[] {
  const { value } = call
  if (value === 0n) return []
  const risks: TransactionRisk[] = []
  if (call.to !== own && balanceWei !== undefined && balanceWei > 0n && value <= balanceWei) {
    const percent = (100n * value) / balanceWei
    if (percent >= largeSharePercent) risks.push({ kind: 'largeShare', percent: Number(percent) })
  }
  if (maxFeeWei !== undefined) {
    const percent = (100n * maxFeeWei) / value
    // A higher percentage is shown as "many times".
    if (percent >= highFeePercent) risks.push({ kind: 'highFee', percent: Number(percent < 1000n ? percent : 1000n) })
  }
  return risks
}

/** Returns risks of unknown recipients, and of those whose address resembles a known one. */
function assessAddresses({ account, call, effects, known, sent }: RiskFacts): readonly TransactionRisk[] {
  return counterpartiesOf(call, effects)
    .filter((address) => address !== account && address !== zero)
    .flatMap((address): TransactionRisk[] => {
      const of = findLookalike(address, [...(known ?? []), account])
      if (of !== null) return [{ kind: 'lookalike', address, of }]
      if (known === undefined || known.includes(address)) return []
      return [{ kind: 'firstTime', address, isFirstEver: sent === 0 }]
    })
}

/** Returns the addresses that get assets or rights by a call: the recipients in the user's sense. */
export function counterpartiesOf(call: DecodedCall, effects: readonly Effect[]): readonly EvmAddress[] {
  const named = effects.flatMap((effect) => {
    switch (effect.kind) {
      case 'send':
      case 'sendItems':
      case 'swap':
        return [effect.to]
      case 'bridge':
        return [effect.to, effect.refundTo]
      case 'allow':
        return effect.amount === 0n ? [] : [effect.spender]
      case 'allowAll':
        return [effect.operator]
      default:
        return []
    }
  })
  const isTokenCall = effects.some(
    (effect) =>
      effect.kind !== 'swap' && effect.kind !== 'bridge' && effect.kind !== 'wrap' && effect.kind !== 'unwrap',
  )
  return [...new Set(isTokenCall ? named : [...named, call.to])]
}

const unique = (risks: readonly TransactionRisk[]): readonly TransactionRisk[] => [
  ...new Map(risks.map((risk) => [JSON.stringify(risk), risk])).values(),
]
