/**
 * Requirements: a permission is no more than its description; a page's request is enforced as a whole or rejected; a signed permission is
 * read back from the delegation only, and only if it is exactly one that this table would write.
 *
 * Design: one row for each type. A row's caveats are all that keep the delegate from doing anything else as the account: a transfer of
 * coins carries no data, and a transfer of tokens or a contract call carries no coins. Every enforcer in use rejects batches and executions
 * that continue after a failure.
 */
import type { EvmAddress } from '../address/evmAddress.ts'
import { parseEvmAddress } from '../address/evmAddress.ts'
import { isUnlimited } from '../erc20/isUnlimited.ts'
import type { Hex } from '../hex/hex.ts'
import { smartAccountContracts } from '../smartAccount/smartAccountContracts.ts'
import { type PermittedFunction, parseFunctions } from './parseFunctions.ts'
import { decodeTerms, encodeTerms } from './terms.ts'
import { unsupported } from './unsupported.ts'

/** Amounts are in wei or the token's smallest unit, durations in seconds, times in seconds since 1970. */
export type Permission =
  | { type: 'native-token-transfer'; allowance: bigint }
  | ({ type: 'native-token-periodic' } & Period)
  | { type: 'erc20-token-transfer'; token: EvmAddress; allowance: bigint }
  | ({ type: 'erc20-token-periodic'; token: EvmAddress } & Period)
  /** Any arguments, no native coins. */
  | { type: 'contract-call'; contract: EvmAddress; functions: readonly PermittedFunction[] }

/** An unused amount expires with its period. */
type Period = { periodAmount: bigint; periodDuration: number; startTime: number }

/** The values of `type` in a permission request (ERC-7715) that we support. */
export type PermissionType = Permission['type']
type Of<type extends PermissionType> = Extract<Permission, { type: type }>
type EnforcerName = keyof typeof smartAccountContracts.enforcers
/** One of the framework's enforcers and its encoded terms: a caveat without an address. */
export type Limit = readonly [enforcer: EnforcerName, terms: Hex]

/** The context of a request: account, owner and times. */
type PermissionSetting = { account: EvmAddress; owner: EvmAddress; now: number; expiry: number }

type Row<type extends PermissionType> = {
  /** Parses the `data` of a request (ERC-7715). Throws PERMISSION_UNSUPPORTED, ADDRESS_INVALID. */
  parse(data: Record<string, unknown>, setting: PermissionSetting): Of<type>
  limits(permission: Of<type>): readonly Limit[]
  /** Reads the terms of exactly the enforcers in `limits`, in their order; null for terms that it would not write. */
  read(terms: readonly Hex[]): Of<type> | null
  /** Returns ERC-7715 form. */
  toData(permission: Of<type>): Record<string, unknown>
}

/** A delegate that sends coins can't call functions: only plain transfers have no data. */
const noData: Limit = ['exactCalldata', '0x']
const noCoins: Limit = ['valueLte', encodeTerms(['uint256'], [0n])]
/** A user could not follow a limit with a shorter period. */
const minPeriodSeconds = 60
const maxPeriodSeconds = 365 * 86_400

/** Parses each type of permission from a request, encodes it as caveats, and reads it back from them. */
export const permissionTypes: { readonly [type in PermissionType]: Row<type> } = {
  'native-token-transfer': {
    parse(data) {
      knownOnly(data, ['allowance', 'ticker'])
      return { type: 'native-token-transfer', allowance: parseAmount(data.allowance) }
    },
    limits: ({ allowance }) => [['nativeTransferAmount', encodeTerms(['uint256'], [allowance])], noData],
    read([terms = '0x']) {
      const [allowance] = decodeTerms(['uint256'], terms) ?? []
      return allowance === undefined ? null : { type: 'native-token-transfer', allowance }
    },
    toData: ({ allowance }) => ({ allowance: quantity(allowance) }),
  },

  'native-token-periodic': {
    parse(data, setting) {
      knownOnly(data, periodFields)
      return { type: 'native-token-periodic', ...parsePeriod(data, setting) }
    },
    limits: (period) => [['nativePeriodTransfer', encodeTerms(periodTerms, periodWords(period))], noData],
    read([terms = '0x']) {
      const words = decodeTerms(periodTerms, terms)
      const period = words && readPeriod(...words)
      return period && { type: 'native-token-periodic', ...period }
    },
    toData: periodData,
  },

  'erc20-token-transfer': {
    parse(data, setting) {
      knownOnly(data, ['address', 'tokenAddress', 'allowance', 'ticker'])
      return {
        type: 'erc20-token-transfer',
        token: parseTarget(data.address ?? data.tokenAddress, setting),
        allowance: parseAmount(data.allowance),
      }
    },
    limits: ({ token, allowance }) => [
      ['erc20TransferAmount', encodeTerms(['address', 'uint256'], [token, allowance])],
      noCoins,
    ],
    read([terms = '0x']) {
      const [token, allowance] = decodeTerms(['address', 'uint256'], terms) ?? []
      return token === undefined || allowance === undefined ? null : { type: 'erc20-token-transfer', token, allowance }
    },
    toData: ({ token, allowance }) => ({ address: token, allowance: quantity(allowance) }),
  },

  'erc20-token-periodic': {
    parse(data, setting) {
      knownOnly(data, ['address', 'tokenAddress', ...periodFields])
      const token = parseTarget(data.tokenAddress ?? data.address, setting)
      return { type: 'erc20-token-periodic', token, ...parsePeriod(data, setting) }
    },
    limits: ({ token, ...period }) => [
      ['erc20PeriodTransfer', encodeTerms(['address', ...periodTerms], [token, ...periodWords(period)])],
      noCoins,
    ],
    read([terms = '0x']) {
      const [token, ...words] = decodeTerms(['address', ...periodTerms], terms) ?? []
      const period = words.length === 3 ? readPeriod(...words) : null
      return token === undefined || period === null ? null : { type: 'erc20-token-periodic', token, ...period }
    },
    toData: (permission) => ({ tokenAddress: permission.token, ...periodData(permission) }),
  },

  'contract-call': {
    parse(data, setting) {
      knownOnly(data, ['address', 'abi', 'functions', 'selectors', 'calls'])
      return {
        type: 'contract-call',
        contract: parseTarget(data.address, setting),
        functions: parseFunctions(data),
      }
    },
    limits: ({ contract, functions }) => [
      ['allowedTargets', encodeTerms(['address'], [contract])],
      ['allowedMethods', `0x${functions.map(({ selector }) => selector.slice(2)).join('')}`],
      noCoins,
    ],
    read([target = '0x', methods = '0x']) {
      const [contract] = decodeTerms(['address'], target) ?? []
      const selectors = methods.slice(2).match(/.{8}/g) ?? []
      if (contract === undefined || selectors.length === 0) return null
      const functions = selectors.map((digits) => ({ selector: `0x${digits}` as Hex, signature: null }))
      return { type: 'contract-call', contract, functions }
    },
    toData: ({ contract, functions }) => ({
      address: contract,
      functions: functions.map(({ selector, signature }) => signature ?? selector),
    }),
  },
}

/** Narrows an untrusted string. Own keys only. */
export const isPermissionType = (type: unknown): type is PermissionType =>
  typeof type === 'string' && Object.hasOwn(permissionTypes, type)

/** Rejects unknown fields: ignoring one would grant something other than requested. */
function knownOnly(data: Record<string, unknown>, names: readonly string[]): void {
  const strange = Object.keys(data).find((name) => ![...names, 'justification'].includes(name))
  if (strange !== undefined) unsupported(`“${strange.slice(0, 64)}” is not known of this type`)
}

function parseAmount(value: unknown): bigint {
  const amount = /^0x[0-9a-f]{1,64}$|^\d{1,78}$/i.test(String(value)) ? BigInt(String(value)) : null
  if (amount === null) unsupported('it has no limit')
  if (amount === 0n) unsupported('its limit is nothing')
  return isUnlimited(amount) ? unsupported('it is without limit') : amount
}

/**
 * Parses a target contract. Calls that change control over the account aren't permitted: to the account itself, to the delegation manager,
 * and to the contract with its deposit.
 */
function parseTarget(value: unknown, { account, owner }: PermissionSetting): EvmAddress {
  const target = parseEvmAddress(value)
  const { enforcers, ...contracts } = smartAccountContracts
  const own: readonly string[] = [account, owner, ...Object.values(contracts), ...Object.values(enforcers)]
  return own.includes(target) || BigInt(target) === 0n ? unsupported('it is about the account itself') : target
}

const periodFields = ['periodAmount', 'periodDuration', 'startTime']
const periodTerms = ['uint256', 'uint256', 'uint256'] as const

function parsePeriod(data: Record<string, unknown>, { now, expiry }: PermissionSetting): Period {
  const { periodDuration } = data
  if (!isWhole(periodDuration) || periodDuration < minPeriodSeconds || periodDuration > maxPeriodSeconds) {
    unsupported('its period is not between a minute and a year')
  }
  // A block may be slightly older than the local clock, and no transfer predates the start.
  const startTime = data.startTime ?? now - minPeriodSeconds
  if (!isWhole(startTime) || startTime <= 0 || startTime >= expiry) unsupported('it starts after its end')
  return { periodAmount: parseAmount(data.periodAmount), periodDuration, startTime }
}

const periodWords = ({ periodAmount, periodDuration, startTime }: Period) =>
  [periodAmount, BigInt(periodDuration), BigInt(startTime)] as const

const readPeriod = (periodAmount: bigint, duration: bigint, start: bigint): Period | null =>
  duration <= maxPeriodSeconds && start <= Number.MAX_SAFE_INTEGER
    ? { periodAmount, periodDuration: Number(duration), startTime: Number(start) }
    : null

function periodData({ periodAmount, periodDuration, startTime }: Period): Record<string, unknown> {
  return { periodAmount: quantity(periodAmount), periodDuration, startTime }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const quantity = (amount: bigint): Hex => `0x${amount.toString(16)}`
