/** The local Solana, in a process of its own: as clients see one of its nodes. */
import { runPartProcess } from '../process/runPartProcess.ts'
import { serve } from '../serve.ts'
import { createLedger } from './createLedger.ts'
import { createSolanaApp } from './createSolanaApp.ts'
import { createSolanaMethods } from './createSolanaMethods.ts'
import { openFaucetAccount } from './faucetTransactions.ts'
import { genesisOf } from './genesis.ts'
import { serveSubscriptions } from './serveSubscriptions.ts'
import type { SolanaFacts } from './solanaFacts.ts'

runPartProcess(async ({ httpPort, webSocketPort, journalFile }: SolanaFacts) => {
  const faucet = await openFaucetAccount()
  const ledger = createLedger({ journalFile, genesis: genesisOf(faucet.address), now: Date.now })
  await serveSubscriptions(ledger, webSocketPort)
  await serve(createSolanaApp(createSolanaMethods(ledger, faucet)).fetch, httpPort)
})
