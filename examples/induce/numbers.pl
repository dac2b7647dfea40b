% Numbers up to ten.
zero(0).
predecessor(1,0).
predecessor(2,1).
predecessor(3,2).
predecessor(4,3).
predecessor(5,4).
predecessor(6,5).
predecessor(7,6).
predecessor(8,7).
predecessor(9,8).
predecessor(10,9).
