/**
 * Computes the address of a user's `hybrid` smart account before it is deployed: CREATE2 (EIP-1014) derives it from its owner, so it is
 * known offline and the same on all networks.
 */
import { keccak256 } from 'viem/utils'
import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import { parseAbiSignature } from '../calldata/abiSignature.ts'
import { encodeArguments, encodeFunction, type FunctionEntry } from '../calldata/encodeArguments.ts'
import type { Hex } from '../hex/hex.ts'
import { smartAccountContracts } from './smartAccountContracts.ts'

/** The address of a smart account, and the call that deploys it there. */
export type HybridAccount = {
  address: EvmAddress
  /** Called with `factoryData` by the first user operation, it deploys the account (ERC-4337). */
  factory: EvmAddress
  factoryData: Hex
}

const initialize: FunctionEntry = [
  '0x8ebf9533',
  'initialize(address owner, string[] keyIds, uint256[] xs, uint256[] ys)',
]
const deploy: FunctionEntry = ['0x4af63f02', 'deploy(bytes creationCode, bytes32 salt)']
const salt: Hex = `0x${'00'.repeat(32)}`

/** OpenZeppelin's ERC1967Proxy 5.0, as compiled in the Delegation Framework 1.3.0; its constructor's arguments follow. */
const proxyCreationCode: Hex =
  '0x60806040526040516103f03803806103f08339810160408190526100229161025e565b61002c8282610033565b5050610341565b61003c82610091565b6040516001600160a01b038316907fbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b905f90a280511561008557610080828261010c565b505050565b61008d61017f565b5050565b806001600160a01b03163b5f036100cb57604051634c9c8ce360e01b81526001600160a01b03821660048201526024015b60405180910390fd5b7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc80546001600160a01b0319166001600160a01b0392909216919091179055565b60605f80846001600160a01b0316846040516101289190610326565b5f60405180830381855af49150503d805f8114610160576040519150601f19603f3d011682016040523d82523d5f602084013e610165565b606091505b5090925090506101768583836101a0565b95945050505050565b341561019e5760405163b398979f60e01b815260040160405180910390fd5b565b6060826101b5576101b0826101ff565b6101f8565b81511580156101cc57506001600160a01b0384163b155b156101f557604051639996b31560e01b81526001600160a01b03851660048201526024016100c2565b50805b9392505050565b80511561020f5780518082602001fd5b604051630a12f52160e11b815260040160405180910390fd5b634e487b7160e01b5f52604160045260245ffd5b5f5b8381101561025657818101518382015260200161023e565b50505f910152565b5f806040838503121561026f575f80fd5b82516001600160a01b0381168114610285575f80fd5b60208401519092506001600160401b03808211156102a1575f80fd5b818501915085601f8301126102b4575f80fd5b8151818111156102c6576102c6610228565b604051601f8201601f19908116603f011681019083821181831017156102ee576102ee610228565b81604052828152886020848701011115610306575f80fd5b61031783602083016020880161023c565b80955050505050509250929050565b5f825161033781846020870161023c565b9190910192915050565b60a38061034d5f395ff3fe6080604052600a600c565b005b60186014601a565b6050565b565b5f604b7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc546001600160a01b031690565b905090565b365f80375f80365f845af43d5f803e8080156069573d5ff35b3d5ffdfea2646970667358221220fd2cc92935c943d341edacaf5318a0b9ab0185ce62ef72e95ab393ef358730c464736f6c63430008170033'

/** Returns the smart account of this owner, its only signer, with salt 0. No network call. */
export function hybridAccount(owner: EvmAddress): HybridAccount {
  const { hybridImplementation: implementation, simpleFactory: factory } = smartAccountContracts
  const data = encodeFunction(initialize, { owner, keyIds: [], xs: [], ys: [] })
  const { inputs } = parseAbiSignature('constructor(address implementation, bytes data)')
  const creationCode: Hex = `${proxyCreationCode}${encodeArguments(inputs, { implementation, data }).slice(2)}`
  const hash = keccak256(`0xff${factory.slice(2)}${salt.slice(2)}${keccak256(creationCode).slice(2)}`)
  return {
    address: toChecksumAddress(`0x${hash.slice(26)}`),
    factory,
    factoryData: encodeFunction(deploy, { creationCode, salt }),
  }
}
