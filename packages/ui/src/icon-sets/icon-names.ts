/** A tab of the icon picker (5-screens.md §6.4). */
export type IconTab = 'direction' | 'suggestion' | 'editor' | 'data' | 'common' | 'brand'

/** Names of the icons that each tab has, in the order they stand there: all outlined ones of the library. */
export const iconNames: Readonly<Record<IconTab, readonly string[]>> = {
  direction: words(`
    step-backward step-forward fast-backward fast-forward shrink arrows-alt down up left right caret-up
    caret-down caret-left caret-right up-circle down-circle left-circle right-circle double-right
    double-left vertical-left vertical-right vertical-align-top vertical-align-middle vertical-align-bottom
    forward backward rollback enter retweet swap swap-left swap-right arrow-up arrow-down arrow-left
    arrow-right play-circle up-square down-square left-square right-square login logout menu-fold
    menu-unfold border-bottom border-horizontal border-inner border-outer border-left border-right
    border-top border-verticle pic-center pic-left pic-right radius-bottomleft radius-bottomright
    radius-upleft radius-upright radius-setting fullscreen fullscreen-exit expand expand-alt compress
    to-top rotate-left rotate-right column-height column-width drag holder
  `),
  suggestion: words(`
    question question-circle plus plus-circle plus-square pause pause-circle minus minus-circle
    minus-square info info-circle exclamation exclamation-circle close close-circle close-square check
    check-circle check-square clock-circle warning issues-close stop alert bell notification loading
    loading3-quarters sync history hourglass fire flag disconnect unlock lock eye eye-invisible like
    dislike heart star smile frown meh verified bulb muted sound audio audio-muted poweroff shake
  `),
  editor: words(`
    edit form copy scissor delete snippets diff highlight align-center align-left align-right bg-colors
    bold italic underline strikethrough redo undo zoom-in zoom-out font-colors font-size line-height dash
    small-dash sort-ascending sort-descending ordered-list unordered-list format-painter delete-column
    delete-row insert-row-above insert-row-below insert-row-left insert-row-right merge-cells split-cells
    merge table borderless-table border clear save select signature link paper-clip export import
    translation group ungroup block layout line
  `),
  data: words(`
    area-chart pie-chart bar-chart dot-chart line-chart radar-chart heat-map fall rise stock box-plot fund
    fund-view fund-projection-screen sliders database dashboard percentage number function field-binary
    field-number field-string field-time filter funnel-plot node-collapse node-expand node-index partition
    cluster deployment-unit subnode sisternode apartment one-to-one branches pull-request fork calculator
    monitor hdd cloud-server gateway interaction reconciliation transaction account-book money-collect
    console-sql exception pound pound-circle
  `),
  common: words(`
    aim api appstore-add appstore audit bank barcode bars book bug build calendar camera car carry-out
    ci-circle ci cloud-download cloud cloud-sync cloud-upload code coffee comment compass contacts
    container control copyright-circle copyright credit-card crown customer-service delivered-procedure
    desktop dollar-circle dollar download ellipsis environment euro-circle euro experiment file-add
    file-done file-excel file-exclamation file-gif file-image file-jpg file-markdown file file-pdf file-ppt
    file-protect file-search file-sync file-text file-unknown file-word file-zip folder-add folder-open
    folder folder-view gif gift global gold home idcard inbox insurance key laptop mac-command mail man
    medicine-box menu message mobile moon more pay-circle phone picture play-square printer product profile
    project property-safety pushpin qrcode read red-envelope reload rest robot rocket safety-certificate
    safety scan schedule search security-scan send setting share-alt shop shopping-cart shopping skin
    solution sun switcher tablet tag tags team thunderbolt tool trademark-circle trademark trophy truck
    upload usb user-add user-delete user user-switch usergroup-add usergroup-delete video-camera-add
    video-camera wallet wifi woman
  `),
  brand: words(`
    alibaba alipay-circle alipay aliwangwang aliyun amazon android ant-cloud ant-design apple baidu behance
    behance-square bilibili chrome code-sandbox codepen-circle codepen dingding dingtalk discord docker
    dot-net dribbble dribbble-square dropbox facebook github gitlab google google-plus harmony-os html5 ie
    instagram java java-script kubernetes linkedin linux medium medium-workmark open-ai pinterest python qq
    reddit ruby sketch skype slack slack-square spotify taobao-circle taobao tik-tok twitch twitter wechat
    wechat-work weibo-circle weibo weibo-square whats-app windows x yahoo youtube yuque zhihu
  `),
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u)
}
