export * from './startRelay.ts'
