import { W3mFrameProvider } from '@web3modal/wallet'

/** What a dapp built with an existing profile-4 client runs: the client unmodified, its frame address a build setting. */
Object.assign(globalThis, { existingClient: new W3mFrameProvider('demo', 'eip155:31337') })
