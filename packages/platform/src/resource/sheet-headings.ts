/** Heading of the column in a template that only explains; an import passes over it. */
export const guideHeading = '填写说明'
/** Stands in that column of the line which is an example; an import passes over the line. */
export const exampleMark = '示例行，导入时忽略'
/** Heading of the reasons in an error report; an import passes over it, so that a corrected report is imported again. */
export const reasonHeading = '错误原因'
