/** Who made it, and the two filings a public site must show (1-shell.md §1); the server says which. */
export function Footer() {
  const [copyright, icp, police] = ['copyright', 'icp', 'police'].map(metaOf)
  return (
    <>
      <div>版权所有 © {copyright} · 作业安全管理系统</div>
      {(icp || police) && (
        <div className="footer-links">
          {icp && (
            <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
              {icp}
            </a>
          )}
          {police && (
            <a href="https://beian.mps.gov.cn/" target="_blank" rel="noreferrer">
              {police}
            </a>
          )}
        </div>
      )}
    </>
  )
}

const metaOf = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
