export * from './paymaster.ts'
