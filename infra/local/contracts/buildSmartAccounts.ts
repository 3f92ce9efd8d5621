/**
 * `node contracts/buildSmartAccounts.ts` sets up the contracts of smart accounts on a scratch chain, and writes the local chains' initial
 * state: `src/smartAccounts/smartAccountStates.json`. A test compares.
 */
import { writeFileSync } from 'node:fs'
import { paymasterDeployment } from '@latchkey/contracts'
import {
  AllowedCalldataEnforcer,
  AllowedMethodsEnforcer,
  AllowedTargetsEnforcer,
  DelegationManager,
  EIP7702StatelessDeleGator,
  ERC20PeriodTransferEnforcer,
  ERC20TransferAmountEnforcer,
  ExactCalldataEnforcer,
  HybridDeleGator,
  LimitedCallsEnforcer,
  NativeTokenPeriodTransferEnforcer,
  NativeTokenTransferAmountEnforcer,
  NonceEnforcer,
  RedeemerEnforcer,
  SCL_RIP7212,
  SimpleFactory,
  TimestampEnforcer,
  ValueLteEnforcer,
} from '@metamask/delegation-abis/bytecode'
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'
import { type Address, concat, encodeAbiParameters, getContractAddress, type Hex, parseEther, zeroHash } from 'viem'
import { entryPoint, readEntryPointCode } from '../src/smartAccounts/entryPoint.ts'
import { localPaymaster, localPaymasterDeposit, localPaymasterRoles } from '../src/smartAccounts/localPaymaster.ts'
import { type SmartAccountStates, smartAccountStatesFile } from '../src/smartAccounts/placeSmartAccounts.ts'
import { readStates } from './readStates.ts'
import { runConstructor } from './runConstructor.ts'
import { create2Proxy, deployer, startScratchChain } from './scratchChain.ts'

/** The delegation framework as deployed on Ethereum, at the same addresses as elsewhere. */
const framework = DELEGATOR_CONTRACTS['1.3.0']?.[1] as Record<string, Address>

/** Contracts that limit a permission. None has settings. */
const enforcers = {
  AllowedCalldataEnforcer,
  AllowedMethodsEnforcer,
  AllowedTargetsEnforcer,
  ERC20PeriodTransferEnforcer,
  ERC20TransferAmountEnforcer,
  ExactCalldataEnforcer,
  LimitedCallsEnforcer,
  NativeTokenPeriodTransferEnforcer,
  NativeTokenTransferAmountEnforcer,
  NonceEnforcer,
  RedeemerEnforcer,
  TimestampEnforcer,
  ValueLteEnforcer,
}

const addressOf = (name: string): Address => {
  const address = framework[name]
  if (address === undefined) throw new Error(`There is no ${name} in the delegation framework`)
  return address
}
const withAddresses = (code: Hex, addresses: readonly Address[]): Hex =>
  concat([
    code,
    encodeAbiParameters(
      addresses.map(() => ({ type: 'address' })),
      addresses,
    ),
  ])
/** Verifies passkey signatures, which our accounts never use: the code that links to it does not run without. */
const passkeyLibrary = getContractAddress({
  opcode: 'CREATE2',
  from: create2Proxy,
  salt: zeroHash,
  bytecode: SCL_RIP7212 as Hex,
})
const linked = (code: string): Hex =>
  code.replaceAll(/__\$[0-9a-f]{34}\$__/g, passkeyLibrary.slice(2).toLowerCase()) as Hex

/** The contracts with their constructor arguments, in dependency order. */
const frameworkRows = (): [address: Address, creationCode: Hex][] => {
  const manager = addressOf('DelegationManager')
  return [
    [passkeyLibrary, SCL_RIP7212 as Hex],
    // Its owner can pause it: an address without a known key.
    [manager, withAddresses(DelegationManager as Hex, [deployer])],
    [addressOf('SimpleFactory'), SimpleFactory as Hex],
    [addressOf('HybridDeleGatorImpl'), withAddresses(linked(HybridDeleGator), [manager, entryPoint])],
    [
      addressOf('EIP7702StatelessDeleGatorImpl'),
      withAddresses(EIP7702StatelessDeleGator as Hex, [manager, entryPoint]),
    ],
    ...Object.entries(enforcers).map(([name, code]): [Address, Hex] => [addressOf(name), code as Hex]),
  ]
}

/** Sets up everything on a temporary chain at this port. */
export const buildSmartAccountStates = async (port: number): Promise<SmartAccountStates> => {
  const { client, stop } = await startScratchChain(port)
  try {
    await client.impersonateAccount({ address: deployer })
    await client.setBalance({ address: deployer, value: parseEther('10000') })
    await runConstructor(client, entryPoint, readEntryPointCode())
    const rows = frameworkRows()
    for (const [address, creationCode] of rows) await runConstructor(client, address, creationCode)
    // Coins sent to the paymaster become its deposit. The hash is returned before the block is mined: the states below are read after it.
    for (const transaction of [
      paymasterDeployment(localPaymasterRoles),
      { to: localPaymaster, value: localPaymasterDeposit },
    ])
      await client.waitForTransactionReceipt({ hash: await client.sendTransaction(transaction) })
    const { [entryPoint]: itsState, ...contracts } = await readStates(client, [
      entryPoint,
      localPaymaster,
      ...rows.map(([address]) => address),
    ])
    const { code: _, ...ofEntryPoint } = itsState ?? { code: '', storage: {} }
    return { entryPoint: ofEntryPoint, contracts }
  } finally {
    await stop()
  }
}

if (import.meta.main) {
  const states = await buildSmartAccountStates(Number(process.argv[2] ?? 8547))
  writeFileSync(smartAccountStatesFile, `${JSON.stringify(states, null, 2)}\n`)
}
