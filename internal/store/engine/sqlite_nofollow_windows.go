package engine

// noFollow is nothing here: to make a link takes rights that only administrators have.
const noFollow = 0
