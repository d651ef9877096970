/** What a reader of the package finds first. */
export const packageReadme = (workNo: string): string => `锁安 工作票证据包
票号：${workNo}

本文件包可在没有锁安系统、没有网络的情况下校验：
  node apps/verify/src/main.mjs 本文件.zip --key 公钥.pem
校验程序随锁安源代码提供，只使用 Node.js 自带的功能。公钥请从企业另行取得（审计校验页“下载公钥”），
不要只用包内的 public-key.pem。

文件：
  ticket.json        工作票全文，供阅读
  chains.json        证据链：流转、锁具日志、开锁判定；每行的摘要 = SHA-256(前链 换行 该行规范文本)；
                     row 为 null 的行不向导出人公开，只可校验前后相接
  proofs.json        各链最新已锚定行到签名锚点的存在证明（RFC 6962 方式的树）
  logs.json          操作日志中提到本票的行、本票数据的各版本；每行在其所在批中的位置，
                     批到签名锚点的存在证明
  zero-energy.json   每次开始作业的零能量证明；摘要登记在流转链 diff.zeroProof
  files/             现场照片与手写签名；摘要登记在流转链 diff._rows.files
  manifest.json      以上文件的清单；manifest.sig 为其规范文本的 Ed25519 签名（Base64）
  public-key.pem     验签公钥

签名：流转链 diff._rows.signatures；signHash = SHA-256(规范文本：format suoan-sign/1，签名编号、票、业务行、角色、
签名人、方式、手写图摘要、所签内容摘要、时间)。方式是系统核实过的方式，SESSION 表示只有登录会话。

规范文本：JSON，键按代码单元排序，无空格。时间为 UTC。
本软件只给出或收回许可，不是能量隔离装置。
`
