import { t } from '@latchkey/copy/localWallet'
import { base58 } from '@scure/base'
import { formatEther, hexToBigInt, hexToString, isHex } from 'viem'
import type { Request } from './answerRequest.ts'

export type Description = { title: string; facts: readonly (readonly [name: string, value: string])[] }

const readable = (message: unknown): string => (isHex(message) ? hexToString(message) : String(message))

/** Describes a request for the user's decision. Never throws: unknown data is shown raw. */
export const describeRequest = ({ method, params }: Request): Description => {
  const raw = JSON.stringify(params, null, 2)
  const [first, second] = Array.isArray(params) ? params : []
  try {
    switch (method) {
      case 'personal_sign':
        return { title: t('request.signMessage'), facts: [[t('request.message'), readable(first)]] }
      case 'eth_signTypedData_v4':
        return {
          title: t('request.signTypedData'),
          facts: [[t('request.data'), JSON.stringify(JSON.parse(String(second)), null, 2)]],
        }
      case 'eth_sendTransaction': {
        const { to = t('request.newContract'), value = '0x0', data } = first as Record<string, `0x${string}`>
        const call = data === undefined || data === '0x' ? [] : [[t('request.data'), data] as const]
        return {
          title: t('request.sendTransaction'),
          facts: [
            [t('request.to'), to],
            [t('request.amount'), `${formatEther(hexToBigInt(value as `0x${string}`))} ETH`],
            ...call,
          ],
        }
      }
      case 'wallet_switchEthereumChain':
        return { title: t('request.switchNetwork'), facts: [[t('network'), String(Number(first.chainId))]] }
      case 'wallet_addEthereumChain':
        return {
          title: t('request.addNetwork'),
          facts: [[t('network'), `${first.chainName} (${Number(first.chainId)})`]],
        }
      case 'solana_signMessage': {
        const bytes = base58.decode((params as { message: string }).message)
        return {
          title: t('request.signSolanaMessage'),
          facts: [[t('request.message'), new TextDecoder().decode(bytes)]],
        }
      }
      case 'solana_signTransaction':
        return { title: t('request.signSolanaTransaction'), facts: [[t('request.transaction'), raw]] }
      default:
        return { title: method, facts: [[t('request.parameters'), raw]] }
    }
  } catch {
    return { title: method, facts: [[t('request.parameters'), raw]] }
  }
}
