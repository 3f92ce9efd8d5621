export { SearchField, type SearchFieldProps } from './SearchField.tsx'
export { VirtualList, type VirtualListHandle, type VirtualListProps } from './VirtualList.tsx'
