import { describeFunction, type EvmNetwork, type Permission, type PermissionGrant } from '@latchkey/chains'
import { t } from '@latchkey/copy/approvePermissions'
import { shownAmount } from '../screen/exactAmount.ts'
import type { TokenFacts } from '../token/readToken.ts'

/** Returns an amount with the token's name, as far as its contract has one. */
export const amountWords = (
  amount: bigint,
  permission: Permission,
  { nativeCurrency }: EvmNetwork,
  token: TokenFacts | null,
): string => {
  if (!('token' in permission)) return `${shownAmount(amount, nativeCurrency.decimals)} ${nativeCurrency.symbol}`
  if (token?.kind === 'token') return `${shownAmount(amount, token.decimals)} ${token.symbol}`
  return t('units', { amount: String(amount) })
}

const units = [
  [604_800, 'week'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/** Returns a period in the largest unit of which it is a whole number. */
const periodOf = (seconds: number): { unit: string; count: number } => {
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? [1, 'second']
  return { unit, count: seconds / size }
}

/** Returns what the signer may do, as a phrase that follows “may”. */
export const mayWords = (permission: Permission, network: EvmNetwork, token: TokenFacts | null): string => {
  switch (permission.type) {
    case 'native-token-transfer':
    case 'erc20-token-transfer':
      return t('may.transfer', { amount: amountWords(permission.allowance, permission, network, token) })
    case 'native-token-periodic':
    case 'erc20-token-periodic': {
      const amount = amountWords(permission.periodAmount, permission, network, token)
      return t('may.periodic', { amount, ...periodOf(permission.periodDuration) })
    }
    case 'contract-call':
      return t('may.call', { count: permission.functions.length })
  }
}

/** Describes the grant in one sentence. */
export const grantIntent = ({ permission }: PermissionGrant, network: EvmNetwork, token: TokenFacts | null): string => {
  const sent = (amount: bigint): string => amountWords(amount, permission, network, token)
  switch (permission.type) {
    case 'native-token-transfer':
    case 'erc20-token-transfer':
      return t('intent.transfer', { amount: sent(permission.allowance) })
    case 'native-token-periodic':
    case 'erc20-token-periodic':
      return t('intent.periodic', { amount: sent(permission.periodAmount), ...periodOf(permission.periodDuration) })
    case 'contract-call':
      return t('intent.call')
  }
}

/** Returns the maximum total of all periods until the expiry; null for a permission without periods. */
export const totalOf = ({ permission, expiry }: PermissionGrant): bigint | null => {
  if (!('periodAmount' in permission)) return null
  const { periodAmount, periodDuration, startTime } = permission
  const now = Math.floor(Date.now() / 1000)
  // The period that is running when it is granted counts whole.
  const periods =
    Math.ceil((expiry - startTime) / periodDuration) - Math.floor(Math.max(0, now - startTime) / periodDuration)
  return periodAmount * BigInt(Math.max(1, periods))
}

/** Returns whether one of the functions may transfer the account's assets or let a spender take them. */
export const handsOver = (permission: Permission): boolean =>
  permission.type === 'contract-call' && permission.functions.some((each) => describeFunction(each).handsOver)
