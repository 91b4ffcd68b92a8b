/** The widget closes its menus by clicks; for whatever keeps a click from it. */
export function closeMenus(): void {
  if (document.querySelector('.wx-menu')) document.dispatchEvent(new MouseEvent('click'))
}
