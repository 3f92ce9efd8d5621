import { t } from '@latchkey/copy/allWallets'
import { t as commonT } from '@latchkey/copy/common'
import { t as walletsT } from '@latchkey/copy/wallets'
import { EmptyState, Skeleton, Spinner, Stack } from '@latchkey/ui'
import { SearchField, VirtualList, type VirtualListHandle } from '@latchkey/ui/list'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useRef } from 'react'
import { catalogueStatusAtom, hasMoreAtom, loadMoreAtom } from '../../directory/catalogue.ts'
import { directoryFailureAtom } from '../../directory/client.ts'
import { allListAtom } from '../../directory/rankedWallets.ts'
import { searchAtom, searchWalletsAtom } from '../../directory/search.ts'
import { announceAtom } from '../../state/announcement.ts'
import { hasKeyboard } from '../../ui/hasKeyboard.ts'
import { DirectoryNote } from './DirectoryNote.tsx'
import { FindWallets } from './FindWallets.tsx'
import { WalletRow } from './WalletRow.tsx'

/** A row and the space under it. */
const rowHeight = 64
/** The next page is requested when this many rows are left. */
const ahead = 20

/** Every wallet that works with this site, and the search for one. */
export function AllWallets() {
  const list = useAtomValue(allListAtom)
  const { text, isSearching } = useAtomValue(searchAtom)
  const status = useAtomValue(catalogueStatusAtom)
  const hasMore = useAtomValue(hasMoreAtom)
  const failure = useAtomValue(directoryFailureAtom)
  const search = useSetAtom(searchWalletsAtom)
  const loadMore = useSetAtom(loadMoreAtom)
  const announce = useSetAtom(announceAtom)
  const rows = useRef<VirtualListHandle>(null)
  const isSearch = text.trim() !== ''

  useEffect(() => () => search(''), [search])
  // The first 20 are known from Connect; the whole first page is needed here.
  const isReady = status === 'ready'
  useEffect(() => {
    if (isReady) void loadMore()
  }, [isReady, loadMore])
  useEffect(() => {
    if (isSearch && !isSearching) announce(t('found', { count: list.length }))
  }, [isSearch, isSearching, list.length, announce])

  /** Placeholder rows of the next page. */
  const coming = !isSearch && (status === 'loading' || hasMore) && failure === null ? 3 : 0
  return (
    <Stack gap={3}>
      <FindWallets />
      <SearchField
        label={t('search')}
        clearLabel={commonT('clearSearch')}
        value={text}
        onChange={search}
        onArrowDown={() => rows.current?.focusFirst()}
        autoFocus={hasKeyboard()}
      />
      <DirectoryNote />
      {list.length + coming > 0 ? (
        <VirtualList
          commands={rows}
          key={text.trim()}
          label={t('list')}
          count={list.length + coming}
          rowHeight={rowHeight}
          keyOf={(index) => list[index]?.key ?? `coming ${index}`}
          renderRow={(index, tabIndex) => {
            const target = list[index]
            return target === undefined ? <Skeleton shape="row" /> : <WalletRow target={target} tabIndex={tabIndex} />
          }}
          onReach={(index) => {
            if (!isSearch && index >= list.length - ahead) void loadMore()
          }}
        />
      ) : (
        <div part="list-empty">
          {isSearching ? (
            <Spinner label={t('searching')} />
          ) : (
            <EmptyState
              icon="search"
              title={isSearch ? t('none') : walletsT('noneHere')}
              {...(isSearch && { description: t('noneHint') })}
            />
          )}
        </div>
      )}
    </Stack>
  )
}
