declare module 'mathjax' {
  const MathJax: { init(configuration: object): Promise<unknown> };
  export default MathJax;
}
