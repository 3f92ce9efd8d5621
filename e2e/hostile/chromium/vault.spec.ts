import { vaultRows } from '../rows/vault.ts'
import { scenarios } from './scenarios.ts'

scenarios('vault', vaultRows)
