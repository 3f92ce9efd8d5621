import { base58 } from '@scure/base'
import { formatEther, hexToBigInt, hexToString, isHex } from 'viem'
import type { Request } from './answerRequest.ts'

export type Description = { title: string; facts: readonly (readonly [name: string, value: string])[] }

const readable = (message: unknown): string => (isHex(message) ? hexToString(message) : String(message))

/** A request in words, with what is decided by it. Never throws: what is not understood is shown as it is. */
export const describeRequest = ({ method, params }: Request): Description => {
  const raw = JSON.stringify(params, null, 2)
  const [first, second] = Array.isArray(params) ? params : []
  try {
    switch (method) {
      case 'personal_sign':
        return { title: 'Sign a message', facts: [['Message', readable(first)]] }
      case 'eth_signTypedData_v4':
        return { title: 'Sign typed data', facts: [['Data', JSON.stringify(JSON.parse(String(second)), null, 2)]] }
      case 'eth_sendTransaction': {
        const { to = 'a new contract', value = '0x0', data } = first as Record<string, `0x${string}`>
        const call = data === undefined || data === '0x' ? [] : [['Data', data] as const]
        return {
          title: 'Send a transaction',
          facts: [['To', to], ['Amount', `${formatEther(hexToBigInt(value as `0x${string}`))} ETH`], ...call],
        }
      }
      case 'wallet_switchEthereumChain':
        return { title: 'Switch to another network', facts: [['Network', String(Number(first.chainId))]] }
      case 'wallet_addEthereumChain':
        return { title: 'Add a network', facts: [['Network', `${first.chainName} (${Number(first.chainId)})`]] }
      case 'solana_signMessage': {
        const bytes = base58.decode((params as { message: string }).message)
        return { title: 'Sign a message with Solana', facts: [['Message', new TextDecoder().decode(bytes)]] }
      }
      case 'solana_signTransaction':
        return { title: 'Sign a Solana transaction', facts: [['Transaction', raw]] }
      default:
        return { title: method, facts: [['Parameters', raw]] }
    }
  } catch {
    return { title: method, facts: [['Parameters', raw]] }
  }
}
