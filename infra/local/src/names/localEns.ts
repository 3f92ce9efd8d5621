import type { Address } from 'viem'

/**
 * A small ENS, on both local chains at these addresses; the api reads chain A's. `contracts/build.ts` deploys the rows in this order from a
 * separate account, one nonce each.
 */
export const localEns = {
  registry: '0xFC66CE614D296Aa30B4d38554293a373a36c7Ff8',
  resolver: '0xF7431C6621d725E0e8c31E1F755CFFeB7BAA952B',
  registrar: '0x272F3f8b2C52CF164e7b48579A6Cd482cdF1c51C',
  offchainResolver: '0x54A557a592aa5Cf59e7C2f57a3a0a09486288aC5',
  universalResolver: '0x92976CcDDbA25F92C71cBB30A073300ab927B4A9',
  zoneResolver: '0x5b1b556B75E46A3C6E9870E29AbB3aDb41ae5348',
} as const satisfies Record<string, Address>

/** Of SLIP-44, as ENSIP-9 numbers addresses. */
export const coinTypes = { ethereum: 60n, solana: 501n } as const
