/**
 * `npm run paymaster -- key` makes a key for the sponsoring service. `npm run paymaster -- deploy --rpc <url> --owner <address>
 * --signer <address>` deploys the contract that pays what this key signs for, with the coins of PAYMASTER_DEPLOYER_KEY.
 */
import { parseArgs } from 'node:util'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  getAddress,
  http,
  isAddress,
  isHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { paymasterAddress, paymasterDeployment } from './src/index.ts'

const usage = `Usage:
  npm run paymaster -- key
  PAYMASTER_DEPLOYER_KEY=0x… npm run paymaster -- deploy --rpc <url> --owner <address> --signer <address>`

const makeKey = (): void => {
  const key = generatePrivateKey()
  console.log(`PAYMASTER_KEY=${key}\nsigner ${privateKeyToAccount(key).address}`)
}

const requireAddress = (name: string, value: string | undefined): Address => {
  if (value === undefined || !isAddress(value)) throw new Error(`--${name} must be an address, with a right checksum`)
  // Nobody: the deposit could never be taken out, or never be spent.
  if (getAddress(value) === zeroAddress) throw new Error(`--${name} must be somebody: address zero has no key`)
  return getAddress(value)
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
  if ((await client.getCode({ address })) === undefined) {
    const wallet = createWalletClient({ account: privateKeyToAccount(key), transport })
    const hash = await wallet.sendTransaction({ chain: null, ...paymasterDeployment(roles) })
    await client.waitForTransactionReceipt({ hash })
    if ((await client.getCode({ address })) === undefined)
      throw new Error(`${hash} left nothing at ${address}: does chain ${chainId} have the deployment proxy?`)
  }
  console.log(`eip155:${chainId} paymaster ${address}\nWhat is sent to it becomes its deposit, from which it pays.`)
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
