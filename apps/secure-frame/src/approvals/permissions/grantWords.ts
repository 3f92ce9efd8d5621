import { describeFunction, type EvmNetwork, type Permission, type PermissionGrant } from '@latchkey/chains'
import { exactAmount } from '../screen/exactAmount.ts'
import type { TokenFacts } from '../token/readToken.ts'

/** An amount with its name, as far as its contract lets it be said. */
export const amountWords = (
  amount: bigint,
  permission: Permission,
  { nativeCurrency }: EvmNetwork,
  token: TokenFacts | null,
): string => {
  if (!('token' in permission)) return `${exactAmount(amount, nativeCurrency.decimals)} ${nativeCurrency.symbol}`
  if (token?.kind === 'token') return `${exactAmount(amount, token.decimals)} ${token.symbol}`
  return `${amount} of the token’s smallest units`
}

const units: readonly [seconds: number, name: string][] = [
  [604_800, 'week'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** `every day`, `every 90 minutes`. */
export const periodWords = (seconds: number): string => {
  const [size, name] = units.find(([each]) => seconds % each === 0) ?? [1, 'second']
  const count = seconds / size
  return count === 1 ? `every ${name}` : `every ${count} ${name}s`
}

/** What the signer may do, as what follows “may”. */
export const mayWords = (permission: Permission, network: EvmNetwork, token: TokenFacts | null): string => {
  switch (permission.type) {
    case 'native-token-transfer':
    case 'erc20-token-transfer':
      return `send up to ${amountWords(permission.allowance, permission, network, token)} in all, to anyone`
    case 'native-token-periodic':
    case 'erc20-token-periodic': {
      const amount = amountWords(permission.periodAmount, permission, network, token)
      return `send up to ${amount} ${periodWords(permission.periodDuration)}, to anyone`
    }
    case 'contract-call':
      return permission.functions.length === 1
        ? 'call one function of a contract, with whatever arguments'
        : `call ${permission.functions.length} functions of a contract, with whatever arguments`
  }
}

/** One sentence of what is granted. */
export const grantIntent = ({ permission }: PermissionGrant, network: EvmNetwork, token: TokenFacts | null): string => {
  const sent = (amount: bigint): string => amountWords(amount, permission, network, token)
  switch (permission.type) {
    case 'native-token-transfer':
    case 'erc20-token-transfer':
      return `Allow sending up to ${sent(permission.allowance)} without asking you`
    case 'native-token-periodic':
    case 'erc20-token-periodic':
      return `Allow sending up to ${sent(permission.periodAmount)} ${periodWords(permission.periodDuration)} without asking you`
    case 'contract-call':
      return 'Allow calling a contract in your name without asking you'
  }
}

/** The most that periods can come to until the end; null of what has none. */
export const totalOf = ({ permission, expiry }: PermissionGrant): bigint | null => {
  if (!('periodAmount' in permission)) return null
  const { periodAmount, periodDuration, startTime } = permission
  const now = Math.floor(Date.now() / 1000)
  // The period that is under way when it is granted counts whole.
  const periods =
    Math.ceil((expiry - startTime) / periodDuration) - Math.floor(Math.max(0, now - startTime) / periodDuration)
  return periodAmount * BigInt(Math.max(1, periods))
}

/** Whether some function may give away what the account has, or let it be taken. */
export const handsOver = (permission: Permission): boolean =>
  permission.type === 'contract-call' && permission.functions.some((each) => describeFunction(each).handsOver)
