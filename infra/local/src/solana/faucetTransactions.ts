import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToCheckedInstruction,
} from '@solana-program/token'
import { faucetSeed, type LocalMint } from './localMints.ts'

/** Returns the account that hands out SOL and mints tokens; its key is public. */
export const openFaucetAccount = (): Promise<KeyPairSigner> => createKeyPairSignerFromPrivateKeyBytes(faucetSeed())

type Lifetime = { blockhash: Blockhash; lastValidBlockHeight: bigint }

export const transferOf = (faucet: KeyPairSigner, to: Address, amount: bigint): Instruction =>
  getTransferSolInstruction({ source: faucet, destination: to, amount: lamports(amount) })

/** Creates the recipient's token account, if there is none, and mints into it. `amount`: in the smallest unit. */
export const mintOfTokens = async (
  faucet: KeyPairSigner,
  mint: LocalMint,
  to: Address,
  amount: bigint,
): Promise<Instruction[]> => {
  const [token] = await findAssociatedTokenPda({ mint: mint.address, owner: to, tokenProgram: mint.program })
  return [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: faucet,
      ata: token,
      owner: to,
      mint: mint.address,
      tokenProgram: mint.program,
    }),
    getMintToCheckedInstruction(
      { mint: mint.address, token, mintAuthority: faucet, amount, decimals: mint.decimals },
      { programAddress: mint.program },
    ),
  ]
}

/** Returns base64 of a transaction that the faucet pays for. */
export const signedByFaucet = async (
  faucet: KeyPairSigner,
  lifetime: Lifetime,
  instructions: readonly Instruction[],
): Promise<string> => {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(faucet, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}
