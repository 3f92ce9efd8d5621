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
import { creationCodeOf } from '../creationCodeOf.ts'

/** The interface of `LatchkeyPaymaster.sol`, as far as the owner and scripts call it. */
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

/** The deterministic deployment proxy, which gives a contract the same address on every chain. */
export const create2Proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export type PaymasterRoles = {
  /** Withdraws the deposit. */
  owner: Address
  /** Address of the api's PAYMASTER_KEY. */
  signer: Address
}

/** Returns the code that creates the paymaster with these roles at EntryPoint 0.7. */
const paymasterCreationCode = ({ owner, signer }: PaymasterRoles): Hex => {
  const types = parseAbiParameters('address, address, address')
  return creationCodeOf('paymaster', encodeAbiParameters(types, [entryPoint07Address, owner, signer]))
}

/** Returns the address of the paymaster with these roles: the same on every chain. */
export const paymasterAddress = (roles: PaymasterRoles): Address =>
  getContractAddress({ opcode: 'CREATE2', from: create2Proxy, salt: zeroHash, bytecode: paymasterCreationCode(roles) })

/** Returns the transaction to the proxy that deploys it. The sender gets no role. */
export const paymasterDeployment = (roles: PaymasterRoles): { to: Address; data: Hex } => ({
  to: create2Proxy,
  data: concat([zeroHash, paymasterCreationCode(roles)]),
})
