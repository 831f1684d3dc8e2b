package main

type importOptions struct{}
