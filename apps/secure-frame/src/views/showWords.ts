/** Shows a message instead of a wallet. Text only: nothing from a URL becomes markup. */
export const showWords = (document: Document, title: string, text: string): void => {
  const heading = document.createElement('h1')
  heading.textContent = title
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  const main = document.createElement('main')
  main.append(heading, paragraph)
  document.title = title
  document.body.replaceChildren(main)
}
