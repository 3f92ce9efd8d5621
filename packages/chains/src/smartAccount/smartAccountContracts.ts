import type { EvmAddress } from '../address/evmAddress.ts'
import { accountCore } from './accountCore.ts'

/**
 * The smart accounts' contracts, at their addresses on every network: their core, and the other ones of the Delegation Framework, version
 * 1.3.0. A test compares all of them with `@metamask/delegation-deployments`.
 */
export const smartAccountContracts = {
  ...accountCore,
  /** The contracts that enforce a delegation's limits (ERC-7710). */
  enforcers: {
    allowedCalldata: '0xc2b0d624c1c4319760C96503BA27C347F3260f55' as EvmAddress,
    allowedMethods: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5' as EvmAddress,
    allowedTargets: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB' as EvmAddress,
    erc20PeriodTransfer: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB' as EvmAddress,
    erc20TransferAmount: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc' as EvmAddress,
    exactCalldata: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED' as EvmAddress,
    limitedCalls: '0x04658B29F6b82ed55274221a06Fc97D318E25416' as EvmAddress,
    nativePeriodTransfer: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9' as EvmAddress,
    nativeTransferAmount: '0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320' as EvmAddress,
    redeemer: '0xE144b0b2618071B4E56f746313528a669c7E65c5' as EvmAddress,
    timestamp: '0x1046bb45C8d673d4ea75321280DB34899413c069' as EvmAddress,
    valueLte: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F' as EvmAddress,
  },
} as const

/** Keccak-256 of `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`, which entry points emit (ERC-4337). */
export const userOperationEventTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
