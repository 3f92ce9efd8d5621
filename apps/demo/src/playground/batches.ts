import { type Address, encodeFunctionData, erc20Abi, type Hex, parseUnits } from 'viem'
import { chainOf } from '../chains.ts'
import type { Token } from '../deployment.ts'
import { wallet } from '../latchkey.ts'

/** Returns the wallet's capabilities for this account on this chain (EIP-5792), unchanged. */
export const describeCapabilities = async (account: Address, chainId: number): Promise<string> =>
  JSON.stringify(await wallet.getCapabilities({ account, chainId }))

type Call = { to: Address; data: Hex }

/** Sets the exchange's allowance, and sends an amount to another address. */
export const approveAndTransfer = (usdc: Token, router: Address, to: Address, amount: string): Call[] => {
  const units = parseUnits(amount, usdc.decimals)
  return [
    { to: usdc.address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, units] }) },
    { to: usdc.address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }) },
  ]
}

/** This many transfers of this amount. */
export const transfers = (usdc: Token, to: Address, amount: string, count: number): Call[] => {
  const args = [to, parseUnits(amount, usdc.decimals)] as const
  const call = { to: usdc.address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }) }
  return Array.from({ length: count }, () => call)
}

/** Executes all calls or none of them, and returns the result as text once the wallet reports it. */
export const sendBatch = async (account: Address, chainId: number, calls: readonly Call[]): Promise<string> => {
  const { id } = await wallet.sendCalls({ account, chain: chainOf(chainId), calls: [...calls], forceAtomic: true })
  const { status, statusCode, receipts } = await wallet.waitForCallsStatus({ id, pollingInterval: 500 })
  return `${calls.length} calls: ${status} (${statusCode}) in ${receipts?.[0]?.transactionHash ?? 'no transaction'}`
}
