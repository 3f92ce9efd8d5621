import { readFileSync } from 'node:fs'
import {
  type Address,
  concat,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroHash,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import * as z from 'zod'

/** The interface of `LatchkeyPaymaster.sol`, as far as people and scripts call it. */
export const paymasterAbi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'error NotOwner()',
  'error NotOurData()',
  'function entryPoint() view returns (address)',
  'function owner() view returns (address)',
  'function signer() view returns (address)',
  'function digest(PackedUserOperation operation) view returns (bytes32)',
  'function withdraw(address to, uint256 amount)',
])

/** The deterministic deployment proxy: it gives a contract the same address on every chain that has it. */
export const create2Proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export type PaymasterRoles = {
  /** Takes the deposit out. */
  owner: Address
  /** Address of the service's key. */
  signer: Address
}

const contract = z.object({ creationCode: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]+$/)]) })

/** Code that creates the paymaster of these people at EntryPoint 0.7. */
const creationCodeOf = ({ owner, signer }: PaymasterRoles): Hex => {
  const { creationCode } = contract.parse(JSON.parse(readFileSync(new URL('./contract.json', import.meta.url), 'utf8')))
  const types = parseAbiParameters('address, address, address')
  return concat([creationCode, encodeAbiParameters(types, [entryPoint07Address, owner, signer])])
}

/** Where the paymaster of these people is, on every chain on which it is deployed. */
export const paymasterAddress = (roles: PaymasterRoles): Address =>
  getContractAddress({ opcode: 'CREATE2', from: create2Proxy, salt: zeroHash, bytecode: creationCodeOf(roles) })

/** What the proxy is sent to deploy it. Whoever sends it has no part in it. */
export const paymasterDeployment = (roles: PaymasterRoles): { to: Address; data: Hex } => ({
  to: create2Proxy,
  data: concat([zeroHash, creationCodeOf(roles)]),
})
