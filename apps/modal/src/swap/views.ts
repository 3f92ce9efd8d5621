/** The views of swaps, which are loaded together. */
export { Swap } from './Swap.tsx'
export { SwapToken } from './SwapToken.tsx'
