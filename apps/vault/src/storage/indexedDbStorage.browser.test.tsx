import { storageContract } from '../testing/storageContract.ts'
import { indexedDbStorage } from './indexedDbStorage.ts'

storageContract('IndexedDB', indexedDbStorage)
