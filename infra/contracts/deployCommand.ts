import { parseArgs } from 'node:util'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  getAddress,
  type Hex,
  http,
  isAddress,
  isHex,
  type PublicClient,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

export type Deployment = {
  client: PublicClient
  owner: Address
  signer: Address
  /** The flags that only this contract has. */
  flags: Partial<Record<string, string>>
  /** Sends a transaction of the deployer and waits for its receipt. */
  send: (transaction: { to?: Address; data: Hex }) => Promise<TransactionReceipt>
}

/** A contract's deployment command: `npm run <name> -- key` and `npm run <name> -- deploy`. */
export type DeployCommand = {
  name: string
  /** The api's setting that holds the signer's key. */
  keySetting: string
  /** The variable that holds the key whose account pays for the deployment. */
  deployerSetting: string
  /** Flags that only this contract has, each with what the usage shows as its value. */
  flags: Readonly<Record<string, string>>
  /** Returns the text to print. */
  deploy: (deployment: Deployment) => Promise<string>
}

const requireAddress = (name: string, value: string | undefined): Address => {
  if (value === undefined || !isAddress(value)) throw new Error(`--${name} must be an address with a valid checksum`)
  const address = getAddress(value)
  // No key can act as the zero address, and an invalid signature recovers to it.
  if (address === zeroAddress) throw new Error(`--${name} must not be the zero address`)
  return address
}

const requireKey = (name: string, value: string | undefined): Hex => {
  if (!isHex(value) || value.length !== 66) throw new Error(`${name} must be a private key: 0x and 64 digits`)
  return value
}

const usageOf = ({ name, deployerSetting, flags }: DeployCommand): string => {
  const own = Object.entries(flags).map(([flag, value]) => ` --${flag} ${value}`)
  return `Usage:
  npm run ${name} -- key
  ${deployerSetting}=0x… npm run ${name} -- deploy --rpc <url> --owner <address> --signer <address>${own.join('')}`
}

/** Runs `key` or `deploy` with these arguments and returns the text to print. Throws an `Error` whose message says what to change. */
export const runDeployCommand = async (
  command: DeployCommand,
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> => {
  const names = ['rpc', 'owner', 'signer', ...Object.keys(command.flags)]
  const { positionals, values } = parseArgs({
    args,
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const)),
    allowPositionals: true,
  })
  if (positionals[0] === 'key') {
    const key = generatePrivateKey()
    return `${command.keySetting}=${key}\nsigner ${privateKeyToAccount(key).address}`
  }
  if (positionals[0] !== 'deploy') throw new Error(usageOf(command))

  const { rpc, ...flags } = values as Partial<Record<string, string>>
  const owner = requireAddress('owner', flags.owner)
  const signer = requireAddress('signer', flags.signer)
  if (rpc === undefined) throw new Error('--rpc must be the address of a node')
  const account = privateKeyToAccount(requireKey(command.deployerSetting, env[command.deployerSetting]))
  const transport = http(rpc)
  const client = createPublicClient({ transport })
  const wallet = createWalletClient({ account, transport })
  return command.deploy({
    client,
    owner,
    signer,
    flags,
    send: async (transaction) => {
      const hash = await wallet.sendTransaction({ chain: null, ...transaction })
      return client.waitForTransactionReceipt({ hash })
    },
  })
}
