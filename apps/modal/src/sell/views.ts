/** The views of selling, which are loaded together. */
export { Sell } from './Sell.tsx'
export { SellStatus } from './SellStatus.tsx'
