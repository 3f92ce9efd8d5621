import { startWallet } from './startWallet.ts'

void startWallet(window)
