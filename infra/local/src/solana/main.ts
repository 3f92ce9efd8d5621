/** The local Solana, in a separate process: clients see it as a node. */
import { runPartProcess } from '../process/runPartProcess.ts'
import { serve } from '../serve.ts'
import { createLedger } from './createLedger.ts'
import { createSolanaApp } from './createSolanaApp.ts'
import { createSolanaMethods, latestLifetime } from './createSolanaMethods.ts'
import { openFaucetAccount } from './faucetTransactions.ts'
import { createMarketApp } from './market/createMarketApp.ts'
import { genesisOf } from './mintAccount.ts'
import { readTransaction } from './readTransaction.ts'
import { serveSubscriptions } from './serveSubscriptions.ts'
import type { SolanaFacts } from './solanaFacts.ts'

runPartProcess(async ({ httpPort, webSocketPort, journalFile }: SolanaFacts) => {
  const faucet = await openFaucetAccount()
  const ledger = createLedger({ journalFile, genesis: genesisOf(faucet.address), now: Date.now })
  await serveSubscriptions(ledger, webSocketPort)
  const market = createMarketApp({
    lifetime: () => latestLifetime(ledger.clock),
    send: (transaction) => ledger.submit(readTransaction(transaction, 'base64')),
    faucet,
  })
  await serve(createSolanaApp(createSolanaMethods(ledger, faucet), market).fetch, httpPort)
})
