import { type Address, formatEther } from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import type { DeployCommand } from '../deployCommand.ts'
import { create2Proxy, paymasterAddress, paymasterDeployment } from './paymaster.ts'

/** Deploys the paymaster, once per chain: a second run sends nothing. Both print its address and its deposit. */
export const deployPaymaster: DeployCommand = {
  name: 'paymaster',
  keySetting: 'PAYMASTER_KEY',
  deployerSetting: 'PAYMASTER_DEPLOYER_KEY',
  flags: {},
  deploy: async ({ client, owner, signer, send }) => {
    const roles = { owner, signer }
    const address = paymasterAddress(roles)
    const chainId = await client.getChainId()
    const hasCode = async (at: Address): Promise<boolean> => (await client.getCode({ address: at })) !== undefined
    const isThere = await hasCode(address)
    if (!isThere) {
      // Without the proxy the transaction does nothing. Without the EntryPoint the paymaster can hold no deposit.
      const needed = { 'deployment proxy': create2Proxy, 'EntryPoint 0.7': entryPoint07Address }
      for (const [name, at] of Object.entries(needed)) {
        if (!(await hasCode(at))) throw new Error(`Nothing was sent: chain ${chainId} has no ${name} at ${at}`)
      }
      const { transactionHash } = await send(paymasterDeployment(roles))
      if (!(await hasCode(address))) throw new Error(`${transactionHash} left nothing at ${address}`)
    }
    const deposit = await client.readContract({
      address: entryPoint07Address,
      abi: entryPoint07Abi,
      functionName: 'balanceOf',
      args: [address],
    })
    return `eip155:${chainId} paymaster ${address} ${isThere ? 'was there already, nothing was sent' : 'deployed'}
deposit ${formatEther(deposit)}. What is sent to it becomes its deposit, from which it pays.`
  },
}
