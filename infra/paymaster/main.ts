/**
 * `npm run paymaster -- key` makes a key for the sponsoring service. `npm run paymaster -- deploy --rpc <url> --owner <address>
 * --signer <address>` deploys the contract that pays what this key signs for, with the coins of PAYMASTER_DEPLOYER_KEY.
 */
import { parseArgs } from 'node:util'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  formatEther,
  getAddress,
  http,
  isAddress,
  isHex,
  zeroAddress,
} from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { create2Proxy, paymasterAddress, paymasterDeployment } from './src/index.ts'

const usage = `Usage:
  npm run paymaster -- key
  PAYMASTER_DEPLOYER_KEY=0x… npm run paymaster -- deploy --rpc <url> --owner <address> --signer <address>`

const makeKey = (): void => {
  const key = generatePrivateKey()
  console.log(`PAYMASTER_KEY=${key}\nsigner ${privateKeyToAccount(key).address}`)
}

const requireAddress = (name: string, value: string | undefined): Address => {
  if (value === undefined || !isAddress(value)) throw new Error(`--${name} must be an address, with a right checksum`)
  const address = getAddress(value)
  // Nobody could take the deposit out, or a signature that is none would have it paid.
  if (address === zeroAddress) throw new Error(`--${name} must not be the zero address`)
  return address
}

type Flags = { rpc?: string | undefined; owner?: string | undefined; signer?: string | undefined }

const deploy = async ({ rpc, owner, signer }: Flags): Promise<void> => {
  const roles = { owner: requireAddress('owner', owner), signer: requireAddress('signer', signer) }
  if (rpc === undefined) throw new Error('--rpc must be the address of a node')
  const key = process.env.PAYMASTER_DEPLOYER_KEY
  if (!isHex(key) || key.length !== 66)
    throw new Error('PAYMASTER_DEPLOYER_KEY must be a private key, 0x and 64 digits')

  const transport = http(rpc)
  const client = createPublicClient({ transport })
  const address = paymasterAddress(roles)
  const chainId = await client.getChainId()
  const hasCode = async (at: Address): Promise<boolean> => (await client.getCode({ address: at })) !== undefined
  const isThere = await hasCode(address)
  if (!isThere) {
    // Without them what is sent comes to nothing, or what is deployed can hold no coins.
    const needed = { 'deployment proxy': create2Proxy, 'EntryPoint 0.7': entryPoint07Address }
    for (const [name, at] of Object.entries(needed)) {
      if (!(await hasCode(at))) throw new Error(`Nothing was sent: chain ${chainId} has no ${name} at ${at}`)
    }
    const wallet = createWalletClient({ account: privateKeyToAccount(key), transport })
    const hash = await wallet.sendTransaction({ chain: null, ...paymasterDeployment(roles) })
    await client.waitForTransactionReceipt({ hash })
    if (!(await hasCode(address))) throw new Error(`${hash} left nothing at ${address}`)
  }
  const deposit = await client.readContract({
    address: entryPoint07Address,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [address],
  })
  console.log(
    `eip155:${chainId} paymaster ${address} ${isThere ? 'was there already, nothing was sent' : 'deployed'}
deposit ${formatEther(deposit)}. What is sent to it becomes its deposit, from which it pays.`,
  )
}

const main = async (): Promise<void> => {
  const flag = { type: 'string' } as const
  const { positionals, values } = parseArgs({
    options: { rpc: flag, owner: flag, signer: flag },
    allowPositionals: true,
  })
  if (positionals[0] === 'key') return makeKey()
  if (positionals[0] === 'deploy') return deploy(values)
  throw new Error(usage)
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
